/** Any constants will do, as long as every version of the product uses the same ones. */
export const backupLock = '7223372036854770070';
/** Held by a backup while no file may be deleted; shared by those who delete. */
export const deletionLock = '7223372036854770071';
