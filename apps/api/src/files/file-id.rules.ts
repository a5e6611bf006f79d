/** Only ids of this form become a path or an object key, although the system itself generates all ids. [T34] */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function assertFileId(id: string): void {
  if (!ID.test(id)) throw new Error('A file can be stored under a generated id only.')
}
