// `node server.js PORT`: boardgame.io's own server with SCARAB, everything in memory.
'use strict';

const { Origins, Server } = require('boardgame.io/server');
const scarab = require('./scarab');

const server = Server({ games: [scarab], origins: [Origins.LOCALHOST] });
server.run(Number(process.argv[2] ?? 8000));
