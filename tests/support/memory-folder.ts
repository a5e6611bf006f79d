/** The folder for the stores of tests: in memory where Linux offers that, else the folder for temporary files. */
import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const IN_MEMORY = '/dev/shm'
/** A container may have a few megabytes only. */
const FREE_MIN = 2 * 1024 ** 3

/**
 * Each test file creates a database of 600 files and drops it. On ext4 a new file costs more after files were deleted, because the
 * file system does not reuse their inodes for five seconds and searches past them: a third of the processor time of the pg project.
 */
export function memoryFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= FREE_MIN ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
