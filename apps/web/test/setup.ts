import { cleanup, configure } from '@testing-library/react'
import toast from 'react-hot-toast/headless'
import { afterEach } from 'vitest'

// jsdom has none, and a dialog asks for them when it comes and goes.
if ('Element' in globalThis) Element.prototype.getAnimations ??= () => []

// What comes is waited for as long as it takes on a busy machine: its own second is too short for two screens at once.
configure({ asyncUtilTimeout: 4_000 })

afterEach(() => {
  cleanup()
  // Files of a worker share its modules: what one of them said would be there in the next.
  toast.remove()
})
