import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// jsdom has none, and a dialog asks for them when it comes and goes.
if ('Element' in globalThis) Element.prototype.getAnimations ??= () => []

afterEach(cleanup)
