import { useEffect, useState } from 'react'

const SETTLED_MS = 3_000

/**
 * True a while after the page has loaded: for parts that nobody misses at first, so that they don't delay the others.
 * While a hand is pressed it stays false, because a drag would stand still meanwhile.
 */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    let isDue = false
    let isPressed = false
    const settle = () => {
      if (isDue && !isPressed) setSettled(true)
    }
    const timer = setTimeout(() => {
      isDue = true
      settle()
    }, SETTLED_MS)
    const heard = new AbortController()
    const options = { capture: true, signal: heard.signal }
    const onPress = () => {
      isPressed = true
    }
    const onRelease = () => {
      isPressed = false
      settle()
    }
    window.addEventListener('pointerdown', onPress, options)
    for (const end of ['pointerup', 'pointercancel', 'blur']) window.addEventListener(end, onRelease, options)
    return () => {
      clearTimeout(timer)
      heard.abort()
    }
  }, [])
  return settled
}
