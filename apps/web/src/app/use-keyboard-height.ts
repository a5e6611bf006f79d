import { useEffect } from 'react'
import { keyboardHeight } from './keyboard-height.rules.ts'

/**
 * Keeps what stands at the foot of a phone above its keyboard where the browser doesn't: `--keyboard-height` is how much the
 * page lacks at its foot, and nothing is set where the browser makes room by itself.
 */
export function useKeyboardHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const { style } = document.documentElement
    const measure = () => {
      const { height, scale } = viewport
      const covered = keyboardHeight({ windowHeight: window.innerHeight, visibleHeight: height, scale })
      if (covered === 0) {
        style.removeProperty('--keyboard-height')
        return
      }
      style.setProperty('--keyboard-height', `${covered}px`)
      // The browser pushed the page up to show the field; now that there is room, its head comes back.
      window.scrollTo(0, 0)
    }
    viewport.addEventListener('resize', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      style.removeProperty('--keyboard-height')
    }
  }, [])
}
