import { expect, test } from 'vitest'
import { memberSettings, settings as ofOrganizations } from './settings.ts'

const settings = [...ofOrganizations, ...memberSettings]

test('settings have unique names', () => {
  const names = settings.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z]*$/)
})

test.each(settings.map((setting) => [setting.name, setting] as const))(
  'the setting %s parses its default when it was stored as JSON',
  (_name, setting) => {
    expect(setting.schema.parse(JSON.parse(JSON.stringify(setting.default)))).toEqual(setting.default)
  },
)

test.each(settings.map((setting) => [setting.name, setting] as const))(
  'the setting %s drops a field when only a newer release knows it',
  (_name, setting) => {
    expect(setting.schema.parse({ ...setting.default, ofTomorrow: 1 })).toEqual(setting.default)
  },
)
