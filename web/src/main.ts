import { mount } from 'svelte';
import App from './App.svelte';
import { language, loadWords } from './lib/words.svelte';
import './styles/page.css';

const target = document.getElementById('page');
if (!target) throw new Error('index.html has no #page');
await loadWords(language.now);
mount(App, { target });
