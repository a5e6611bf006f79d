/** Finds the doctor whom the name of a picture's file means: by the NPI in it, else by first and last name. [OPEN-080] */
import type { Doctor } from './doctors.ts'

type Named = Pick<Doctor, '_id' | 'firstName' | 'lastName' | 'npi'>

/** `none`: nobody is meant. `several`: more than one could be, and a person chooses. */
export type PictureMatch =
  | { readonly kind: 'one'; readonly doctorId: string; readonly by: 'npi' | 'name' }
  | { readonly kind: 'several'; readonly doctorIds: readonly string[] }
  | { readonly kind: 'none' }

export function matchPicture(fileName: string, doctors: readonly Named[]): PictureMatch {
  const numbers = npisIn(fileName)
  const byNpi = doctors.filter(({ npi }) => npi !== null && numbers.has(npi))
  if (byNpi.length > 0) return asMatch(byNpi, 'npi')
  // A number of somebody else contradicts a name: "1999900016 Lee.png" is not another Dr. Lee's picture.
  if (numbers.size > 0) return { kind: 'none' }
  const words = wordsOf(withoutExtension(fileName))
  const named = doctors.filter((doctor) => isNamed(words, doctor))
  const longest = Math.max(0, ...named.map(lengthOf))
  // "Mary Ann Lee" names Mary Ann, although "Mary" and "Lee" are in it too.
  return asMatch(
    named.filter((doctor) => lengthOf(doctor) === longest),
    'name',
  )
}

function asMatch(found: readonly Named[], by: 'npi' | 'name'): PictureMatch {
  const [first, ...others] = found
  if (!first) return { kind: 'none' }
  if (others.length === 0) return { kind: 'one', doctorId: first._id, by }
  return { kind: 'several', doctorIds: found.map(({ _id }) => _id) }
}

function npisIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/(?<![0-9])[0-9]{10}(?![0-9])/g) ?? [])
}

/** Every word of both names is a word of the file's name, in whichever order. */
function isNamed(words: ReadonlySet<string>, { firstName, lastName }: Named): boolean {
  const [first, last] = [wordsOf(firstName), wordsOf(lastName)]
  return first.size > 0 && last.size > 0 && [...first, ...last].every((word) => words.has(word))
}

function lengthOf({ firstName, lastName }: Named): number {
  return wordsOf(firstName).size + wordsOf(lastName).size
}

/** Lower case, without accents; "AmaraOkafor" and "amara_okafor" have the same words. */
function wordsOf(text: string): ReadonlySet<string> {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return new Set(plain.toLowerCase().match(/\p{L}+/gu) ?? [])
}

function withoutExtension(fileName: string): string {
  return fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '')
}
