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

test('TabRow scrolls to the chosen tab at first and when another is chosen', () => {
  const scrolled: (string | null)[] = []
  Element.prototype.scrollIntoView = function () {
    scrolled.push(this.textContent)
  }
  const tabs = (value: string) => <TabRow label="Tabs" entries={entries} value={value} onChange={() => undefined} />
  const { rerender } = render(tabs('b'))
  rerender(tabs('b'))
  rerender(tabs('c'))
  expect(scrolled).toEqual(['b', 'c'])
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
})
