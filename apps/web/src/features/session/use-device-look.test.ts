import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { keepDeviceChoices } from '../../lib/device-choices.ts'
import { useDeviceLook } from './use-device-look.ts'

beforeEach(() => {
  stubBrowser()
  localStorage.clear()
})

/** The browser's event for a change that another page of this browser made. */
const tell = (key: string | null, newValue: string | null = null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
const shown = () => document.documentElement.dataset.theme

test('sign-in page shows the theme when another tab writes it back after the page began [STATE-08]', () => {
  renderHook(useDeviceLook)
  expect(shown()).toBe('light')
  localStorage.setItem('theme', 'dark')
  tell('theme', 'dark')
  expect(shown()).toBe('dark')
})

test('sign-in page keeps the device’s choices when a late sign-out clears the storage [STATE-08]', () => {
  localStorage.setItem('theme', 'dark')
  renderHook(useDeviceLook)
  localStorage.clear()
  tell(null)
  expect(shown()).toBe('dark')
  expect({ ...localStorage }).toEqual({ theme: 'dark' })
})

test('sign-in page keeps the device’s choices when the storage is cleared after the page before has left [STATE-08]', () => {
  localStorage.setItem('theme', 'dark')
  const before = keepDeviceChoices(window)
  before.handOver()
  before.stop()
  localStorage.clear()
  renderHook(useDeviceLook)
  expect(shown()).toBe('dark')
  expect({ ...localStorage }).toEqual({ theme: 'dark' })
  expect(window.name).toBe('')
})

test('sign-in page takes the stored choice when the page before handed over an older one', () => {
  localStorage.setItem('theme', 'dark')
  const before = keepDeviceChoices(window)
  before.handOver()
  before.stop()
  localStorage.setItem('theme', 'light')
  renderHook(useDeviceLook)
  expect(shown()).toBe('light')
})

test.each(['foyer choices {}', 'foyer choices [1]', 'foyer choices'])(
  'sign-in page ignores the name that another site gave the window: %s',
  (name) => {
    window.name = name
    renderHook(useDeviceLook)
    expect(shown()).toBe('light')
    expect(localStorage.length).toBe(0)
    window.name = ''
  },
)

test('sign-in page leaves the storage alone when it is gone', () => {
  localStorage.setItem('theme', 'dark')
  renderHook(useDeviceLook).unmount()
  localStorage.clear()
  tell(null)
  expect(localStorage.length).toBe(0)
})
