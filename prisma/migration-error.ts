/** A sentence for whoever deploys: what is wrong with the database or its history, and what to do. */
export class MigrationError extends Error {}
