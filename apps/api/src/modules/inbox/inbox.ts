/** The interface of this module for other modules. */
export { changeUndoably } from './undo/undoable.ts'
