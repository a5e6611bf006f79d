import { act, fireEvent, render, screen } from '@testing-library/react'
import { Suspense, startTransition, use, useState } from 'react'
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

/** A sibling that suspends on the promise of its search, as a slow list does. */
function Results({ wait }: { wait: Promise<void> | null }) {
  if (wait !== null) use(wait)
  return null
}

test('SearchField keeps each letter when React discards the render that brings the stored value', async () => {
  const stored = Promise.withResolvers<void>()
  function Slow() {
    const [{ value, wait }, setStored] = useState<{ value: string; wait: Promise<void> | null }>({
      value: '',
      wait: null,
    })
    // The router stores the address in a transition, too.
    const store = (typed: string) => startTransition(() => setStored({ value: typed, wait: stored.promise }))
    return (
      <Suspense>
        <SearchField label="Search" placeholder="Name" value={value} onChange={store} />
        <Results wait={wait} />
      </Suspense>
    )
  }
  await act(async () => render(<Slow />))
  for (const text of ['f', 'fe', 'fel']) {
    await act(async () => type(text))
    expect(field().value).toBe(text)
  }
  await act(async () => stored.resolve())
  expect(field().value).toBe('fel')
})
