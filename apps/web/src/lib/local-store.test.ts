import { expect, test } from 'vitest'
import { localStore } from './local-store.ts'

test('localStore works without remembering when the browser refuses storage [DESIGN-12]', () => {
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
