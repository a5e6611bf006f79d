import { useEffect } from 'react'
import { keepDeviceChoices } from '../../lib/device-choices.ts'
import { localStore } from '../../lib/local-store.ts'
import { createTheme } from '../../lib/theme.ts'

/**
 * Keeps and shows the device's choices on a page without a session. A sign-out in another tab may clear the storage
 * before this page begins and write the choices back later, and a late answer may clear it after that.
 */
export function useDeviceLook(): void {
  useEffect(() => {
    const choices = keepDeviceChoices(window)
    const { heard } = createTheme({
      storage: localStore(window),
      prefersDark: window.matchMedia('(prefers-color-scheme: dark)'),
      root: document.documentElement,
    })
    window.addEventListener('storage', heard)
    return () => {
      window.removeEventListener('storage', heard)
      choices.stop()
    }
  }, [])
}
