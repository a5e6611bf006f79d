import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { SearchField } from './search-field.tsx'

let store: (value: string) => void
const asked: string[] = []

/** A parent that stores what was typed only when the test says so. */
function Late() {
  const [value, setValue] = useState('')
  store = setValue
  return <SearchField label="Search" placeholder="Name" value={value} onChange={(typed) => asked.push(typed)} />
}

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })

test('SearchField keeps each letter when the stored value arrives late, and takes another one from outside', () => {
  render(<Late />)
  for (const text of ['f', 'fe', 'fel']) {
    type(text)
    expect(field().value).toBe(text)
  }
  expect(asked).toEqual(['f', 'fe', 'fel'])
  act(() => store('f'))
  expect(field().value).toBe('fel')
  act(() => store('fel'))
  expect(field().value).toBe('fel')
  type('feld')
  act(() => store('okafor'))
  expect(field().value).toBe('okafor')
  fireEvent.keyDown(field(), { key: 'Escape' })
  expect([field().value, asked.at(-1)]).toEqual(['', ''])
})
