import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepDeviceChoices } from './device-choices.ts'

let choices: ReturnType<typeof keepDeviceChoices>
beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('theme', 'dark')
  localStorage.setItem('mainContext', '{"user":{}}')
  choices = keepDeviceChoices(window)
})
afterEach(() => choices.stop())

const stored = () => ({ ...localStorage })
const tell = (key: string | null, newValue: string | null = null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
function forgotten() {
  localStorage.clear()
  tell(null)
}

test('device choices stay when a sign-out clears the storage, and nothing else does [STATE-08] [CONST-11]', () => {
  forgotten()
  expect(stored()).toEqual({ theme: 'dark' })
})

test('device choices stay as they were changed last, here or in another tab', () => {
  localStorage.setItem('shortcuts', 'off')
  choices.look()
  localStorage.removeItem('theme')
  tell('theme')
  forgotten()
  expect(stored()).toEqual({ shortcuts: 'off' })
})

test('device choices stay when another tab’s changes arrive after the storage was cleared', () => {
  localStorage.clear()
  tell('mainContext')
  tell('theme', 'light')
  tell(null)
  expect(stored()).toEqual({ theme: 'light' })
})
