import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { MUTANTS } from './mutants.ts'

const ROOT = path.join(import.meta.dirname, '../..')

test.each(MUTANTS)('mutant "$name" fits the file that it replaces', ({ file, changes }) => {
  let source = readFileSync(path.join(ROOT, file), 'utf8')
  for (const [original, replacement] of changes) {
    expect(source).toContain(original)
    source = source.replace(original, replacement)
  }
})
