/** In the place of an actor that a machine is to be given: whoever starts the machine without it is told. */
export function notGiven(): never {
  throw new Error('A machine was started without one of its actors')
}
