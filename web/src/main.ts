import { mount } from 'svelte';
import App from './App.svelte';
import { address } from './lib/router.svelte';
import { language, loadWords } from './lib/words.svelte';
import { pageAt } from './pages';
import './styles/page.css';

const target = document.getElementById('page');
if (!target) throw new Error('index.html has no #page');
// Side by side: the page fetches what it needs while its first words come.
const { load } = pageAt(address.path);
await Promise.allSettled([loadWords(language.now), load()]);
mount(App, { target });
