/** Of our own making, and even so nothing else ever becomes a path, nor the key of an object in a bucket. [T34] */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function assertFileId(id: string): void {
  if (!ID.test(id)) throw new Error('A file is stored under an id and nothing else.')
}
