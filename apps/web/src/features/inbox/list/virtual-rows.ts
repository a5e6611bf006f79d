/** The virtual list as a chunk of its own: the first page of rows is on the screen without it. */
import { Virtuoso } from 'react-virtuoso'

export const VirtualRows = Virtuoso
