import { Refusal } from '../refusal.ts'

/** A record that is absent, and one of another organization, is null. Every other refusal stays an error. */
export async function absentAsNull<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'not_found') return null
    throw error
  }
}
