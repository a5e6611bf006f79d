interface Place {
  /** The space before each. */
  readonly gap: number
  readonly room: number
}

/** How many of the widths fit into the room, the first ones first. */
export function fitting(widths: readonly number[], { gap, room }: Place): number {
  let left = room
  const end = widths.findIndex((width) => {
    // A part of a pixel counts as one.
    left -= width + gap + 1
    return left < 0
  })
  return end < 0 ? widths.length : end
}
