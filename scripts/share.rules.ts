/** The share of the tests that `npm test -- <area>` runs: the files with the area in their path. */

export interface Share {
  readonly vitest: readonly string[]
  readonly playwright: readonly string[]
}

/** `area` is the name of a module, a feature or a room, or a part of a path. */
export function shareOf(area: string, paths: readonly string[]): Share {
  const ofArea = paths.filter((path) => path.includes(area))
  return {
    vitest: ofArea.filter((path) => /\.test\.tsx?$/.test(path)),
    playwright: ofArea.filter((path) => path.endsWith('.e2e.ts')),
  }
}
