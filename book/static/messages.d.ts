// The messages between the scripts of the book and its function for requests
// (games_exercises/page_requests.py). Only the checker (make check) reads this file.

/** The request of a form (answers.js). Without a text it asks for the next variant of the task. */
interface AnswerRequest {
  task: string;
  number: number; // of the variant
  text?: string; // the reader's answer
  misses?: number; // earlier answers to this variant that were wrong in no known way
}
