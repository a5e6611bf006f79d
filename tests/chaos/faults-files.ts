/** Faults of the disk where the bytes of files are kept. */
import type { Fault } from './fault.ts'

/** Deleted files free space, so the disk is filled again at this interval. */
const AGAIN_MS = 150

export const FILE_FAULTS: readonly Fault[] = [
  {
    ...{ name: 'the disk for files is full', id: 'F18', target: 'files' },
    async begin({ world }) {
      const { disk } = world.files
      if (!disk?.fill()) return null
      const again = setInterval(() => disk.fill(), AGAIN_MS)
      return () => {
        clearInterval(again)
        disk.free()
      }
    },
  },
]
