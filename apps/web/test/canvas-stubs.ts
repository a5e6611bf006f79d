import { vi } from 'vitest'
import { stubBrowser } from './browser-stubs.ts'

/** A window in which the canvas finds sizes: every element measures 200 by 100. */
export function stubCanvas({ wide = true }: { wide?: boolean } = {}): void {
  stubBrowser()
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduced-motion') || (wide && query.includes('>=')),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly tell: ResizeObserverCallback
      constructor(tell: ResizeObserverCallback) {
        this.tell = tell
      }
      observe(target: Element) {
        // Menus close when their button is measured as nothing.
        if (target.closest('.react-flow'))
          this.tell([{ target } as ResizeObserverEntry], this as unknown as ResizeObserver)
      }
      unobserve() {}
      disconnect() {}
    },
  )
  vi.stubGlobal(
    'DOMMatrixReadOnly',
    class {
      m22 = 1
    },
  )
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(200)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(100)
}
