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
const tell = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }))
function forgotten() {
  localStorage.clear()
  tell(null)
}

test('[STATE-08] [CONST-11] a sign-out that clears the storage leaves what was chosen for the device, and that alone', () => {
  forgotten()
  expect(stored()).toEqual({ theme: 'dark' })
})

test('what was chosen since, here or in another tab, is what stays', () => {
  localStorage.setItem('shortcuts', 'off')
  choices.look()
  localStorage.removeItem('theme')
  tell('theme')
  forgotten()
  expect(stored()).toEqual({ shortcuts: 'off' })
})
