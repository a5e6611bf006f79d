import type { Collection } from '../collection.rules.ts'
import type { Import, ImportProgress } from './imports.ts'

/** Imports, newest first. */
export const importList: Collection<ImportProgress> = {
  select: toldImports,
  key: ({ _id }) => _id,
  order: (left, right) =>
    left.createdAt === right.createdAt
      ? Number(left._id < right._id) - Number(left._id > right._id)
      : left.createdAt < right.createdAt
        ? 1
        : -1,
}

function toldImports({ type, data }: { readonly type: string; readonly data: unknown }): readonly ImportProgress[] {
  return type === 'import.progress' ? [data as ImportProgress] : []
}

/** An open import after an event: it keeps the samples of its columns, which events don't carry. */
export function progressed(held: Import, told: ImportProgress): Import {
  if (told._id !== held._id || told.version <= held.version) return held
  const columns = told.columns.map((column) => {
    const before = held.columns[column.index]
    return { ...column, sample: before?.header === column.header ? before.sample : [] }
  })
  return { ...told, columns }
}
