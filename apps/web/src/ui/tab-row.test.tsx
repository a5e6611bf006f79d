import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TabRow } from './tab-row.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Calls back as soon as it observes, as a browser does after the layout. */
class Drawn {
  readonly #then: () => void
  constructor(then: () => void) {
    this.#then = then
  }
  observe() {
    this.#then()
  }
  disconnect() {}
}
beforeEach(() => void vi.stubGlobal('ResizeObserver', Drawn))

const entries = ['a', 'b', 'c'].map((value) => ({ value, content: value, className: '' }))

test('TabRow goes on from the focused tab while the caller has not applied the last choice yet', async () => {
  const onChange = vi.fn()
  render(<TabRow label="Tabs" entries={entries} value="a" onChange={onChange} />)
  screen.getByRole('tab', { name: 'a' }).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'c' }))
  expect(onChange.mock.calls).toEqual([['b'], ['c']])
  await userEvent.keyboard('{ArrowRight}{End}{Home}')
  expect(onChange.mock.calls.slice(2)).toEqual([['a'], ['c'], ['a']])
})

test('TabRow scrolls itself alone to the chosen tab, at first and when another is chosen', () => {
  const places: Record<string, [number, number]> = { a: [0, 60], b: [60, 120], c: [120, 180] }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [left, right] = places[this.textContent ?? ''] ?? [0, 100]
    return { left, right } as DOMRect
  })
  const tabs = (value: string) => <TabRow label="Tabs" entries={entries} value={value} onChange={() => undefined} />
  const { rerender, getByRole } = render(tabs('b'))
  const row = getByRole('tablist')
  expect(row.scrollLeft).toBe(20)
  rerender(tabs('c'))
  expect(row.scrollLeft).toBe(100)
  vi.restoreAllMocks()
})
