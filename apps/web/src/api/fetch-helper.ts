export type Fetch = (address: string, init?: RequestInit) => Promise<Response>

/** `fetchHelper` throws a plain object, as the specification says. */
interface ServerError {
  error: 'Server error'
}

/**
 * [ERR-09] [ERR-10] Returns the body of a call; 401 and 500 pass through, because their bodies explain the failure. Any
 * other failed status is thrown as `{ error: "Server error" }`. [OPEN-088] says which calls use it.
 */
export async function fetchHelper(fetch: Fetch, address: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(address, init)
  const passable = response.ok || response.status === 401 || response.status === 500
  if (!passable) throw { error: 'Server error' } satisfies ServerError
  return bodyOf(response)
}

/** Returns an answer's JSON, or null if it is empty or not JSON. */
export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}
