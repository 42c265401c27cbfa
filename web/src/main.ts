import { mount } from 'svelte';
import App from './App.svelte';
import { address } from './lib/router.svelte';
import { language, loadWords } from './lib/words.svelte';
import { pageAt } from './pages';
import './styles/page.css';

const target = document.getElementById('page');
if (!target) throw new Error('index.html has no #page');
// Side by side: the page fetches what it needs while its first words come. Nothing is awaited out here: what is
// fetched imports from the file that this is part of, and would wait for its end.
const { load } = pageAt(address.path);
void Promise.allSettled([loadWords(language.now), load()]).then(() => mount(App, { target }));
