import { useEffect, useRef, useState } from 'react'

/** Before the element is measured. */
const USUAL = 640

/** The width of an element, followed while it changes. */
export function useWidth<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  const [width, setWidth] = useState(USUAL)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => {
      if (element.clientWidth > 0) setWidth(element.clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
