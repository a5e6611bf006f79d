import { expect, test } from 'vitest'
import { wordsOfFile } from './file-words.rules.ts'

test.each([
  ['204-8817 letter.pdf', ['2048817', '2048817letter', '8817']],
  ['scan_204_8817.png', ['2048817']],
  ['MS.77.pdf', ['ms77']],
  ['2026-11-18 (3).pdf', ['2026', '20261118', '202611']],
  ['a  1.pdf', []],
])('wordsOfFile reads from %s each part that may be an MRN [UPL-06]', (name, mrns) => {
  expect(wordsOfFile(name).mrns).toEqual(expect.arrayContaining(mrns))
})

test('wordsOfFile joins no words with more than one sign between them, and none that are too long together', () => {
  expect(wordsOfFile('204 - 8817').mrns).toEqual(['8817'])
  const long = 'x1'.repeat(20)
  expect(wordsOfFile(`${long}-${long}`).mrns).toEqual([long])
  expect(wordsOfFile('é'.repeat(255)).mrns).toEqual([])
})

test.each([
  ['Santos, Miguel Ángel.docx', ['santos', 'miguel', 'angel', 'docx']],
  ['NiamhO’Brien.pdf', ['niamhobrien', 'pdf', 'niamh', 'obrien']],
  ['John McDonald.pdf', ['john', 'mcdonald', 'pdf', 'mc', 'donald']],
  ['204-8817', []],
])('wordsOfFile reads from %s the words that may be names [UPL-06]', (name, names) => {
  expect(wordsOfFile(name).names).toEqual(names)
})
