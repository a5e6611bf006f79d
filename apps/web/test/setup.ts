import { cleanup, configure } from '@testing-library/react'
import toast from 'react-hot-toast/headless'
import { afterEach } from 'vitest'

// jsdom has no animations, and Headless UI's dialogs ask for them.
if ('Element' in globalThis) Element.prototype.getAnimations ??= () => []

// jsdom does not know `<search>`, and React warns of tags that the browser does not know. The compiler checks their names.
if ('HTMLUnknownElement' in globalThis)
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' })

// The same limit as `vi.waitFor`: the default second is too short for two screens at once, or for a chunk on a busy
// machine.
configure({ asyncUtilTimeout: 30_000 })

afterEach(() => {
  cleanup()
  // Test files of one worker share its modules, so the toasts of one file would show in the next.
  toast.remove()
})
