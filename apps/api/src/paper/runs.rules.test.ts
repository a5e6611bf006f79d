import { expect, test } from 'vitest'
import { type Font, runsOf } from './runs.rules.ts'

const latin: Font = { name: 'a', has: (point) => point >= 0x20 && point <= 0x7e }
const cyrillic: Font = { name: 'b', has: (point) => point === 0x20 || (point >= 0x400 && point <= 0x4ff) }
const SPELLED: Readonly<Record<string, string>> = {
  王小明: 'WangXiaoMing',
  李: 'Li',
  '，': ',',
  '\u2011': '-',
  '😀': ':)',
}
const runs = (text: string) => runsOf(text, [latin, cyrillic], (letters) => SPELLED[letters] ?? '')

test('runsOf splits a text where another font has to write it', () => {
  expect(runs('Ann Дмитрий Lee')).toEqual([
    { font: 'a', text: 'Ann ' },
    { font: 'b', text: 'Дмитрий ' },
    { font: 'a', text: 'Lee' },
  ])
  expect(runs('')).toEqual([])
})

test.each([
  ['the base letter', 'Núñez', 'Nunez'],
  ['the spelling in brackets', 'Dr. 王小明', 'Dr. [WangXiaoMing]'],
  ['one pair of brackets around several words', '王小明 李 Lee', '[WangXiaoMing Li] Lee'],
  ['a question mark in brackets when the spelling is not known', 'a ⵣ b', 'a [?] b'],
  ['signs without brackets', 'Lee，Ann\u2011Marie', 'Lee,Ann-Marie'],
  ['pictures in brackets', '😀', '[:)]'],
  ['a blank for each kind of blank', 'a\u202Fb\tc', 'a b c'],
  ['nothing for letters that are not seen', 'a\u200Db\uFE0F', 'ab'],
])('runsOf writes %s for letters that no font has', (_, text, written) => {
  expect(runs(text)).toEqual([{ font: 'a', text: written }])
})

test('runsOf leaves a mark out when the font of its letter does not have it', () => {
  const marks: Font = { name: 'c', has: (point) => point === 0x303 }
  expect(runsOf('g\u0303x', [latin, marks], () => '')).toEqual([{ font: 'a', text: 'gx' }])
})
