import { cleanup, configure } from '@testing-library/react'
import toast from 'react-hot-toast/headless'
import { afterEach } from 'vitest'

// jsdom has none, and a dialog asks for them when it comes and goes.
if ('Element' in globalThis) Element.prototype.getAnimations ??= () => []

// As long as `vi.waitFor` does: its own second is too short for two screens at once, or for a chunk on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

afterEach(() => {
  cleanup()
  // Files of a worker share its modules: what one of them said would be there in the next.
  toast.remove()
})
