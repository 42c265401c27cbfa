"""A guest of a house in tests: HTTP and one socket, real ones."""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Self

import httpx2
from websockets.asyncio.client import ClientConnection, connect

Json = dict[str, Any]


class Refusal(Exception):
    """What the house refused."""

    def __init__(self, error: Json, status: int | None = None) -> None:
        super().__init__(error["code"])
        self.code: str = error["code"]
        self.values: Json = error["values"]
        self.status = status


class Guest:
    """Somebody who plays over the wire."""

    def __init__(self, url: str, name: str = "Ann") -> None:
        self.url = url
        self.name = name
        self.http = httpx2.AsyncClient(
            base_url=url, timeout=30, verify=False
        )  # loading certificates takes long
        self.heard: list[Json] = []
        """Every message over the socket, in order."""
        self.raw: list[str] = []
        self.tables: dict[str, Json] = {}
        """The latest of each part that was told of a table."""
        self._socket: ClientConnection | None = None
        self._listening: asyncio.Task[None] | None = None
        self._something = asyncio.Condition()
        self._ids = itertools.count(1)

    async def __aenter__(self) -> Self:
        await self.post("/api/me", {"name": self.name})
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hang_up()
        await self.http.aclose()

    # --- HTTP

    async def get(self, path: str, **query: Any) -> Any:
        return _answer(await self.http.get(path, params=query))

    async def post(self, path: str, body: Json | None = None) -> Any:
        return _answer(await self.http.post(path, json=body or {}))

    async def open_table(self, game: str, chairs: Sequence[Json], *, nonce: Any = None, **rest: Any) -> str:
        """Open a table and sit down in one's own chairs."""
        wanted = {"game": game, "chairs": list(chairs)} | rest
        table: str = (await self.post("/api/tables", wanted))["table"]
        own = next((number for number, chair in enumerate(chairs) if chair["kind"] == "mine"), None)
        if own is not None:
            await self.ask(table, "sit", chair=own, nonce=secrets.token_hex(8) if nonce is None else nonce)
        return table

    async def look(self, table: str, **query: Any) -> Json:
        found: Json = await self.get(f"/api/tables/{table}", **query)
        return found

    async def ask(self, table: str, what: str, **rest: Any) -> int:
        """Do something by HTTP."""
        done = await self.post(f"/api/tables/{table}/deeds", {"what": what} | rest)
        return int(done["ply"])

    # --- the socket

    async def call(self) -> None:
        """Open the socket."""
        cookies = "; ".join(f"{key}={value}" for key, value in self.http.cookies.items())
        headers = {"cookie": cookies} if cookies else {}
        if address := self.http.headers.get("x-forwarded-for"):
            headers["x-forwarded-for"] = address
        url = self.url.replace("http", "ws") + "/api/socket"
        self._socket = await connect(url, additional_headers=headers, compression=None, max_size=None)
        self._listening = asyncio.create_task(self._listen(self._socket))

    async def hang_up(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._listening is not None:
            await asyncio.gather(self._listening, return_exceptions=True)
        self._socket = self._listening = None

    def cut_off(self) -> None:
        """Vanish without a word, as a client does that loses its line."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def _listen(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                async with self._something:
                    self._take_in(str(text))
                    self._something.notify_all()
        finally:
            async with self._something:
                self._something.notify_all()

    def _take_in(self, text: str) -> None:
        message = json.loads(text)
        self.raw.append(text)
        self.heard.append(message)
        if message["type"] == "news":
            self._learn(message)

    def _learn(self, news: Json) -> None:
        known = self.tables.setdefault(news["id"], {"ply": 0, "table": None, "game": None, "said": []})
        assert news["after"] in (0, known["ply"]), "a gap or a repetition"
        assert news["ply"] >= known["ply"], "time runs backwards"
        known["ply"] = news["ply"]
        known["said"] += news["said"]
        for part in ("table", "game"):
            known[part] = news[part] or known[part]

    async def say(self, message: Json) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(message))

    async def watch(self, table: str, **rest: Any) -> Json:
        """Watch a table, and wait for the first news of it."""
        before = len(self.heard)
        await self.say({"type": "watch", "table": table} | rest)

        def is_answer(message: Json) -> bool:
            about = message["id"] if message["type"] == "news" else message.get("table")
            return message["type"] in ("news", "refused") and about == table

        return await self.hear(lambda message: is_answer(message) and message in self.heard[before:])

    async def do(self, table: str, what: str, **rest: Any) -> int:
        """Do something over the socket, and wait for the answer."""
        number = next(self._ids)
        await self.say({"type": "do", "id": number, "table": table, "deed": {"what": what} | rest})
        answer = await self.hear(lambda m: answers(m, number))
        if answer["type"] == "refused":
            raise Refusal(answer["error"])
        done = next((done for done in answer.get("done", ()) if done["id"] == number), answer)
        return int(done["ply"])

    async def hear(self, wanted: Callable[[Json], bool], seconds: float = 30) -> Json:
        """Wait for a message."""
        seen = 0
        async with asyncio.timeout(seconds), self._something:
            while True:
                for message in self.heard[seen:]:
                    if wanted(message):
                        return message
                seen = len(self.heard)
                await self._wait()

    async def until(self, table: str, wanted: Callable[[Json], bool], seconds: float = 60) -> Json:
        """Wait until a table has come to something."""
        async with asyncio.timeout(seconds), self._something:
            while table not in self.tables or not wanted(self.tables[table]):
                await self._wait()
        return self.tables[table]

    async def _wait(self) -> None:
        """Wait for the next message; where none can come any more, say why."""
        assert self._listening is not None
        if self._listening.done():
            self._listening.result()
            raise ConnectionResetError
        await self._something.wait()

    # --- playing

    async def move(self, table: str, move: str | None = None, **rest: Any) -> int:
        """Make a move of the seat that is shown: this one, or one of those that bring most."""
        game = self.tables[table]["game"]
        you = game["you"]
        move = move or max(you["moves"], key=lambda m: m["points"])["text"]
        deed = {"seat": you["seat"], "round": game["round"], "move": move, "key": secrets.token_hex(8)}
        return await self.do(table, "move", **deed | rest)

    async def play_on(self, table: str, moves: int = 10_000) -> int:
        """Move whenever it is one's turn, until the game is over; return how many moves that took."""
        made = 0
        while made < moves:
            known = await self.until(table, is_my_turn_or_over)
            if known["table"]["status"] != "playing":
                break
            ply = await self.move(table)
            made += 1
            await self.until(table, lambda known, ply=ply: known["ply"] >= ply)  # type: ignore[misc]
        return made


def answers(message: Json, number: int) -> bool:
    """Tell whether a message is, or has in it, the answer to a deed."""
    if message["type"] == "news":
        return any(done["id"] == number for done in message["done"])
    return message["type"] in ("done", "refused") and message["id"] == number


def is_my_turn_or_over(known: Json) -> bool:
    """Tell whether there is something to do at a table, or nothing any more."""
    game = known["game"]
    return known["table"]["status"] in ("over", "gone") or bool(game and game["you"] and game["you"]["moves"])


def _answer(response: httpx2.Response) -> Any:
    if response.status_code >= 400:
        raise Refusal(response.json()["error"], response.status_code)
    is_json = response.headers.get("content-type", "").startswith("application/json")
    return response.json() if is_json else response.text
