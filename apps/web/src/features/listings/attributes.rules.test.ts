import { describe, expect, test } from 'vitest'
import {
  type Attribute,
  type AttributeKind,
  addressesOf,
  answerOf,
  attributesEditOf,
  attributeWords,
  badAddresses,
  changedNames,
  choiceOf,
  groupsOf,
  kindOfField,
  madeMeanwhile,
  withAddresses,
  withAnswer,
  withValue,
} from './attributes.rules.ts'

const door: AttributeKind = {
  ...{ parent: 'attributes/door', valueType: 'BOOL', displayName: 'Wide door', groupDisplayName: 'Accessibility' },
  valueMetadata: [
    { value: true, displayName: 'Yes' },
    { value: false, displayName: 'No' },
  ],
}
const cards: AttributeKind = {
  ...{ parent: 'attributes/cards', valueType: 'REPEATED_ENUM', displayName: 'Cards' },
  valueMetadata: [{ value: 'visa', displayName: 'Visa' }],
}
const saved: readonly Attribute[] = [
  { name: 'attributes/door', values: [true] },
  { name: 'attributes/cards', repeatedEnumValue: { setValues: ['visa'] } },
  { name: 'attributes/site', uriValues: [{ uri: 'https://cedar.example/' }] },
]

describe('attributes of a listing', () => {
  test('differ where the choice is another than Google’s alone [CALL-LISTINGS-03]', () => {
    expect(changedNames(saved, { 'attributes/door': withValue(door, 'true') })).toEqual([])
    expect(changedNames(saved, { 'attributes/door': withValue(door, 'false') })).toEqual(['attributes/door'])
    expect(changedNames(saved, { 'attributes/door': null, 'attributes/new': null })).toEqual(['attributes/door'])
    expect(changedNames([], { 'attributes/door': withValue(door, 'false') })).toEqual(['attributes/door'])
  })

  test('leave without those that have no choice any more, which removes them [CALL-LISTINGS-03]', () => {
    const chosen = { 'attributes/door': null, 'attributes/wifi': { name: 'attributes/wifi', values: ['free'] } }
    expect(attributesEditOf(['attributes/door', 'attributes/wifi'], chosen)).toEqual([
      { name: 'attributes/wifi', values: ['free'] },
    ])
  })

  test('hold for each of several values a yes, a no or nothing', () => {
    const one = saved[1] ?? null
    expect(answerOf(one, 'visa')).toBe('yes')
    const no = withAnswer('attributes/cards', one, 'visa', 'no')
    expect(no).toEqual({ name: 'attributes/cards', repeatedEnumValue: { unsetValues: ['visa'] } })
    expect(answerOf(no, 'visa')).toBe('no')
    expect(withAnswer('attributes/cards', no, 'visa', '')).toBeNull()
  })

  test('hold a value as the type of the attribute has it', () => {
    expect(withValue(door, 'false')).toEqual({ name: 'attributes/door', values: [false] })
    expect(choiceOf(withValue(door, 'false'))).toBe('false')
    expect(choiceOf(null)).toBe('')
    expect(withValue(door, '')).toBeNull()
  })

  test('name the addresses that are none', () => {
    const bad = withAddresses('attributes/site', ['https://cedar.example/', 'cedar'])
    expect(addressesOf(bad)).toHaveLength(2)
    expect(badAddresses(['attributes/site'], { 'attributes/site': bad })).toEqual(['attributes/site'])
    expect(badAddresses(['attributes/site'], { 'attributes/site': withAddresses('attributes/site', []) })).toEqual([])
  })

  test('keep the choices that are made while others are saved', () => {
    const sent = { 'attributes/door': withValue(door, 'true'), 'attributes/cards': null }
    expect(madeMeanwhile(sent, sent)).toEqual({})
    const later = { ...sent, 'attributes/door': null, 'attributes/wifi': null }
    expect(madeMeanwhile(sent, later)).toEqual({ 'attributes/door': null, 'attributes/wifi': null })
  })

  test('are found by the field that Google names, and not by the beginning of another name', () => {
    const double = { ...door, parent: 'attributes/door_double', displayName: 'Double door' }
    const label = (field: string) => kindOfField([door, double], field)?.displayName
    expect(['attributes/door', 'attributes/door_double', 'attributes/door.values[0]', ''].map(label)).toEqual([
      ...['Wide door', 'Double door', 'Wide door', undefined],
    ])
  })

  test('read as words, by group', () => {
    expect(attributeWords(door, saved[0] ?? null)).toBe('Yes')
    expect(attributeWords(cards, saved[1] ?? null)).toBe('Visa: yes')
    expect(attributeWords(cards, null)).toBe('Not set')
    expect(groupsOf([door, cards]).map(({ title }) => title)).toEqual(['Accessibility', 'Others'])
  })
})
