import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { badgeText } from './badge.rules.ts'
import { useFavicon } from './use-favicon.ts'

const link = document.createElement('link')
beforeEach(() => {
  link.rel = 'icon'
  link.href = '/favicon.svg'
  document.head.append(link)
})
afterEach(() => {
  link.remove()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const href = () => link.getAttribute('href')

/** jsdom draws nothing, so the text on the favicon serves as its picture. */
function stubDrawing() {
  let text = ''
  const context = {
    ...{ drawImage() {}, beginPath() {}, roundRect() {}, fill() {}, measureText: () => ({ width: 20 }) },
    fillText: (written: string) => {
      text = written
    },
  }
  vi.stubGlobal(
    'Image',
    class {
      decode = async () => undefined
    },
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => context) as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(() => `data:${text}`)
}

test('favicon shows the count, follows it, and is plain after the last message', async () => {
  stubDrawing()
  const { rerender, unmount } = renderHook(({ unread }) => useFavicon(unread), { initialProps: { unread: 12 } })
  await waitFor(() => expect(href()).toBe('data:12'))
  rerender({ unread: 130 })
  await waitFor(() => expect(href()).toBe('data:99+'))
  rerender({ unread: 0 })
  expect([href(), link.type]).toEqual(['/favicon.svg', 'image/svg+xml'])
  rerender({ unread: 3 })
  await waitFor(() => expect(href()).toBe('data:3'))
  unmount()
  expect(href()).toBe('/favicon.svg')
})

test('favicon stays plain when the browser can’t draw', async () => {
  const decode = vi.fn(async () => {
    throw new Error('no pictures')
  })
  vi.stubGlobal(
    'Image',
    class {
      decode = decode
    },
  )
  renderHook(() => useFavicon(5))
  await waitFor(() => expect(decode).toHaveBeenCalled())
  expect(href()).toBe('/favicon.svg')
})

test('favicon shows 99+ when the count has more than two digits', () => {
  expect([badgeText(1), badgeText(99), badgeText(100)]).toEqual(['1', '99', '99+'])
})
