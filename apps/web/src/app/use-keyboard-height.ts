import { useEffect } from 'react'
import { keyboardHeight } from './keyboard-height.rules.ts'

/**
 * Keeps elements at the bottom of a phone's screen above its keyboard, in browsers that don't: `--keyboard-height` is
 * the height that the keyboard covers, and is unset in browsers that resize the page themselves.
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
      // The browser scrolled the page up to show the field; now that there is room, scroll back to the top.
      window.scrollTo(0, 0)
    }
    viewport.addEventListener('resize', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      style.removeProperty('--keyboard-height')
    }
  }, [])
}
