import type { AnyResource, Document } from './resource.js';

/** The resource whose objects are stored. */
export const storedOf = (resource: AnyResource): AnyResource => resource.form_of?.resource ?? resource;

/** A stored document in the form of a resource; null if it has no such form. A deleted object has the same form in all of them. */
export const inForm = ({ form_of, object }: AnyResource, doc: Document): Document | null =>
  form_of ? ('deleted' in doc ? { ...doc, object } : form_of.shape(doc)) : doc;
