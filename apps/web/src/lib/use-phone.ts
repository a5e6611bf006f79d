import { useMedia } from './use-media.ts'

/** Below this width one pane shows at a time; the styles use the same breakpoint. */
const PHONE = '(width < 768px)'

export function usePhone(): boolean {
  return useMedia(PHONE)
}
