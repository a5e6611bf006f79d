import { expect, test } from 'vitest'
import { localStore } from './local-store.ts'

test('[DESIGN-12] a browser that refuses to name its storage has one that remembers nothing', () => {
  const refusing = {
    get localStorage(): Storage {
      throw new DOMException('denied', 'SecurityError')
    },
  } as Window
  const store = localStore(refusing)
  store.setItem('mainContext', '{}')
  expect(store.getItem('mainContext')).toBeNull()
  expect(localStore(window)).toBe(window.localStorage)
})
