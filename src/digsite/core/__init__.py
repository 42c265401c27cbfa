"""The contract, the vocabulary, the words and the errors. Imports nothing else of ours."""
