import { expect, test } from 'vitest'
import { cyclesOf } from './cycles.ts'
import { importsOf } from './rooms.ts'

const inFolder = (files: Record<string, string>) =>
  cyclesOf(Object.entries(files).flatMap(([name, text]) => importsOf(`scripts/${name}`, text, false)))

test('cyclesOf finds two files that import each other by value', () => {
  expect(inFolder({ 'a.ts': `import { b } from './b.ts'`, 'b.ts': `import { a } from './a.ts'` })).toEqual([
    ['scripts/a.ts', 'scripts/b.ts'],
  ])
})

test.each([
  ['import type', `import type { A } from './a.ts'`],
  ['inline type', `import { type A } from './a.ts'`],
  ['export from', `export { a } from './a.ts'`],
  ['import()', `const load = () => import('./a.ts')`],
  ['a type of import()', `let a: import('./a.ts').A`],
])('cyclesOf follows %s', (_, back) => {
  const cycles = inFolder({ 'a.ts': `import { b } from './b.ts'`, 'b.ts': `import { c } from './c.ts'`, 'c.ts': back })
  expect(cycles.map((files) => files.toSorted())).toEqual([['scripts/a.ts', 'scripts/b.ts', 'scripts/c.ts']])
})

test('cyclesOf finds a file that imports itself', () => {
  expect(inFolder({ 'a.ts': `import { a } from './a.ts'` })).toEqual([['scripts/a.ts']])
})

test('cyclesOf reports each of two separate circles', () => {
  const cycles = inFolder({
    'a.ts': `import './b.ts'\nimport './c.ts'`,
    'b.ts': `import './a.ts'`,
    'c.ts': `import './d.ts'`,
    'd.ts': `import './c.ts'`,
  })
  expect(cycles.map((files) => files.toSorted())).toEqual([
    ['scripts/c.ts', 'scripts/d.ts'],
    ['scripts/a.ts', 'scripts/b.ts'],
  ])
})

test('cyclesOf accepts a file that two other files import', () => {
  expect(
    inFolder({ 'a.ts': `import './b.ts'\nimport './c.ts'`, 'b.ts': `import './d.ts'`, 'c.ts': `import './d.ts'` }),
  ).toEqual([])
})
