import type { CommandPlace } from '../../parts/feature.ts'

/** The list of doctors, as the command bar finds it. */
export function placesOf(): readonly CommandPlace[] {
  return [{ title: 'Doctors', words: 'providers physicians pictures departments profiles', to: '/doctors' }]
}
