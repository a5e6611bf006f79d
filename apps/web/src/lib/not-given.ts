/** The placeholder for an actor that a machine must be given; starting the machine without it throws. */
export function notGiven(): never {
  throw new Error('The machine was started without one of its actors')
}
