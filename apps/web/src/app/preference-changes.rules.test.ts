import { preferencesSetting } from '@foyer/contracts/inbox/preferences-setting.ts'
import { expect, test } from 'vitest'
import { changesOf } from './preference-changes.rules.ts'

const known = { ...preferencesSetting.default, organizationId: 'o1', user: 'lena', version: 3 }
const here = { theme: 'system', density: 'comfortable', shortcuts: true, afterClosing: 'next' } as const

test('changesOf returns the changed choices alone, and null without one', () => {
  expect(changesOf(known, here)).toBeNull()
  expect(changesOf(known, { ...here, theme: 'dark' })).toEqual({ theme: 'dark' })
  expect(changesOf(known, { ...here, density: 'compact', shortcuts: false })).toEqual({
    density: 'compact',
    shortcuts: false,
  })
  expect(changesOf({ ...known, afterClosing: 'list' }, here)).toEqual({ afterClosing: 'next' })
})

test('changesOf returns every choice when none was ever saved, so that a later read undoes none of them', () => {
  const dark = { ...here, theme: 'dark' } as const
  expect(changesOf({ ...known, version: 0 }, dark)).toEqual(dark)
  expect(changesOf({ ...known, version: 0 }, here)).toBeNull()
})
