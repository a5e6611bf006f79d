import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { SAVE_AUTOMATION } from '@foyer/contracts/graphql-operations.rules.ts'
import { expect, test } from 'vitest'
import { listedOperations, sha256 } from './operations.ts'

const refusal = expect.objectContaining({ reason: 'not_allowed' })

test('listedOperations takes the own operations alone when nothing else is allowed [OPEN-050]', () => {
  const find = listedOperations('main', 'listed')
  expect(find({ query: SAVE_AUTOMATION })).toBe(SAVE_AUTOMATION)
  expect(find({ hash: sha256(SAVE_AUTOMATION) })).toBe(SAVE_AUTOMATION)
  for (const query of ['{ me { _id } }', '', `${SAVE_AUTOMATION} `, '{ __schema { types { name } } }'])
    expect(() => find({ query }), query).toThrow(refusal)
  expect(() => listedOperations('notes', 'listed')({ query: SAVE_AUTOMATION })).toThrow(refusal)
})

test('listedOperations takes any text, and a hash of its own operations alone, when any is allowed', () => {
  const find = listedOperations('main', 'any')
  expect(find({ query: '{ me { _id } }' })).toBe('{ me { _id } }')
  expect(find({ hash: sha256(SAVE_AUTOMATION) })).toBe(SAVE_AUTOMATION)
  expect(() => find({ hash: sha256('{ me { _id } }') })).toThrow(refusal)
  expect(() => find({ hash: sha256(SAVE_AUTOMATION), query: '{ me { _id } }' })).toThrow(refusal)
})

test('the app sends no operation that is not listed', () => {
  const web = path.join(import.meta.dirname, '../../../../web/src')
  const files = globSync(`${web}/**/*.{ts,tsx}`).filter((file) => !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(500)
  const written = files.filter((file) => /['"`]\s*(query|mutation)\s*\w*\s*[({]/.test(readFileSync(file, 'utf8')))
  expect(written).toEqual([])
})

test('listedOperations takes any operation about public forms, also when the own ones alone are allowed [CALL-GQL-04]', () => {
  const query = '{ intakeForm(id: "form_cedar_intake") { title } }'
  expect(listedOperations('intake', 'listed')({ query })).toBe(query)
})
