import type { AnyResource, Document } from './resource.js';

/** The resource whose objects are stored. */
export const storedOf = (resource: AnyResource): AnyResource => resource.form_of?.resource ?? resource;

/** A stored document in the form that a resource shows; null where it has none. What is left of a removed one has the same in all. */
export const inForm = ({ form_of, object }: AnyResource, doc: Document): Document | null =>
  form_of ? ('deleted' in doc ? { ...doc, object } : form_of.shape(doc)) : doc;
