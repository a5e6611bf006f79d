import { expect, test } from 'vitest'
import { bringsDoctors } from '../doctors/collections.rules.ts'
import type { KnownEvent } from '../events.ts'
import { importProgress } from './import-events.ts'
import type { Import } from './imports.ts'

const told = (facts: Partial<Import>) =>
  ({ type: importProgress.type, data: { ...importProgress.example, ...facts } }) as KnownEvent

test.each([
  [{ kind: 'providers', state: 'done' }, true],
  [{ kind: 'appointments', state: 'stopped' }, true],
  [{ kind: 'providers', state: 'importing' }, false],
  [{ kind: 'demographics', state: 'done' }, false],
] as const)('bringsDoctors of an import with %o is %s', (facts, expected) => {
  expect(bringsDoctors(told(facts))).toBe(expected)
})
